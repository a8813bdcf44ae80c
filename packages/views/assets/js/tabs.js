// Tabs made of radio buttons work by themselves; this keeps the open one in the address, so that a link or the way
// back finds it again.
for (const tabs of document.querySelectorAll('.pl-tabs')) {
  const choices = [...tabs.querySelectorAll(':scope > .pl-tab-choice')];
  const wanted = choices.find((choice) => `#${choice.id}` === location.hash);
  if (wanted) wanted.checked = true;
  tabs.addEventListener('change', (event) => {
    if (choices.includes(event.target)) history.replaceState(history.state, '', `#${event.target.id}`);
  });
}
