// The colours that were chosen in the console, or else those of the system, as data-scheme of the page. It runs before anything is
// shown, so that nothing is shown in other colours first.
{
  const chosen = 'mantine-color-scheme-value'; // where the console keeps the choice: light, dark or auto
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const choice = localStorage.getItem(chosen);
    document.documentElement.dataset.scheme = ['light', 'dark'].includes(choice) ? choice : dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  addEventListener('storage', follow);
  follow();
}
