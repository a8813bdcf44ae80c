// The builder's requests: everything it asks the server for, as JSON.

/** @param {string} url @param {any} body JSON, or a form @returns {Promise<{ status: number, answer: any }>} */
export async function post(url, body) {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  // A login that has ended answers with a page.
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, answer: isJson ? await response.json() : {} };
}
