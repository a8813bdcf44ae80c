// People to choose from after an @ in a text: a list below the text control, moved through with the arrow keys.

const DELAY = 120;
const TYPED = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}][\p{L}\p{N} .'_-]{0,40}|)$/u;
let serial = 0;

/** @param {HTMLElement} place whose text controls with data-pl-mentions offer people */
export function offerPeople(place) {
  /** @type {{ text: HTMLTextAreaElement, list: HTMLElement, from: number, people: { id: string, name: string }[], active: number } | null} */
  let open = null;
  let asked = 0;

  function close() {
    asked += 1;
    if (!open) return;
    open.list.remove();
    for (const name of ['aria-controls', 'aria-activedescendant']) open.text.removeAttribute(name);
    open = null;
  }

  /** @param {number} at */
  function move(at) {
    if (!open) return;
    open.active = (at + open.people.length) % open.people.length;
    for (const [i, item] of [...open.list.children].entries())
      item.setAttribute('aria-selected', String(i === open.active));
    open.text.setAttribute('aria-activedescendant', open.list.children[open.active].id);
  }

  /** @param {number} at */
  function choose(at) {
    if (!open) return;
    const { text, from, people } = open;
    const { id, name } = people[at];
    text.setRangeText(`@${name} `, from, text.selectionStart, 'end');
    const picked = document.createElement('input');
    Object.assign(picked, { type: 'hidden', name: 'picked', value: id });
    text.after(picked);
    close();
    text.focus();
    text.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** @param {HTMLTextAreaElement} text */
  async function ask(text) {
    const typed = TYPED.exec(text.value.slice(0, text.selectionStart));
    if (!typed) return close();
    const turn = (asked += 1);
    await new Promise((done) => setTimeout(done, DELAY));
    if (turn !== asked) return;
    const answer = await fetch(`${text.dataset.plMentions}?q=${encodeURIComponent(typed[1])}`).catch(() => null);
    const people = answer?.ok ? await answer.json() : [];
    if (turn !== asked || document.activeElement !== text) return;
    close();
    if (people.length === 0) return;
    const list = listOf(people);
    text.after(list);
    text.setAttribute('aria-controls', list.id);
    text.setAttribute('aria-autocomplete', 'list');
    open = { text, list, people, from: text.selectionStart - typed[1].length - 1, active: -1 };
    move(0);
  }

  place.addEventListener('input', (event) => {
    if (event.target instanceof HTMLTextAreaElement && event.target.dataset.plMentions) ask(event.target);
  });
  place.addEventListener(
    'keydown',
    (event) => {
      if (!open || event.target !== open.text) return;
      if (event.key === 'ArrowDown') move(open.active + 1);
      else if (event.key === 'ArrowUp') move(open.active - 1);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') choose(open.active);
      else if (event.key === 'Escape') close();
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  place.addEventListener('mousedown', (event) => {
    const item = /** @type {Element} */ (event.target).closest('[role=option]');
    if (!open || !item || !open.list.contains(item)) return;
    event.preventDefault();
    choose([...open.list.children].indexOf(item));
  });
  place.addEventListener('focusout', close);
}

/** @param {readonly { name: string }[]} people */
function listOf(people) {
  const list = document.createElement('ul');
  list.id = `pl-people-${(serial += 1)}`;
  list.className = 'pl-combobox-list pl-people';
  list.role = 'listbox';
  list.ariaLabel = '@';
  for (const [i, { name }] of people.entries()) {
    const item = document.createElement('li');
    item.id = `${list.id}-${i}`;
    item.role = 'option';
    item.textContent = name;
    list.append(item);
  }
  return list;
}
