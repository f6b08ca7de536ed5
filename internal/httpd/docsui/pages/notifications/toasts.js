// Short messages in the corner, the newest last. They leave by themselves, but not while somebody reads them.

const shown = 4;
const duration = 8000;

const corner = document.getElementById('toasts');
const template = document.getElementById('toast');

/** Shows a notification. */
export function toast({ id, title, message }) {
  const element = template.content.firstElementChild.cloneNode(true);
  element.dataset.id = id;
  element.querySelector('.title').textContent = title;
  element.querySelector('.message').textContent = message;
  element.querySelector('button').addEventListener('click', () => element.remove());
  const leave = () => {
    if (element.matches(':hover, :focus-within')) setTimeout(leave, duration);
    else element.remove();
  };
  setTimeout(leave, duration);
  while (corner.childElementCount >= shown) corner.firstElementChild.remove();
  corner.append(element);
}

/** Takes all away. */
export const clearToasts = () => corner.replaceChildren();
