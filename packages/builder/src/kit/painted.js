/** So long at most, in ms: a page that nobody sees is not painted. */
const LONGEST = 100;

/** Waits until the next frame is shown: what a person does not see must not delay what they see. @returns {Promise<void>} */
export const painted = () =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, LONGEST);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
