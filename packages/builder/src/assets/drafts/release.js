// Holds back what would replace a button while it is being pressed.

/**
 * @param {Window} window
 * @returns {(task: () => void) => void} runs a task now, or after the click if the mouse button is down; in order
 */
export function createRelease(window) {
  let isPressed = false;
  /** @type {(() => void)[]} */
  const tasks = [];
  const release = () => {
    isPressed = false;
    // The click follows the release.
    setTimeout(() => {
      while (!isPressed && tasks.length > 0) tasks.shift()?.();
    });
  };
  window.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, release, true);
  // Of the window itself: a press that begins here and ends in another one.
  window.addEventListener('blur', release);
  return (task) => {
    if (isPressed || tasks.length > 0) tasks.push(task);
    else task();
  };
}
