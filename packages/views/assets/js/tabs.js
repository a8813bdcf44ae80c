// Tabs made of radio buttons work by themselves; this keeps the open one in the address, so that a link or the way
// back finds it again.
for (const tabs of document.querySelectorAll('.pl-tabs')) {
  const choices = /** @type {HTMLInputElement[]} */ ([...tabs.querySelectorAll(':scope > .pl-tab-choice')]);
  const wanted = choices.find((choice) => `#${choice.id}` === location.hash);
  if (wanted) wanted.checked = true;
  tabs.addEventListener('change', (event) => {
    const choice = /** @type {HTMLInputElement} */ (event.target);
    if (choices.includes(choice)) history.replaceState(history.state, '', `#${choice.id}`);
  });
}
