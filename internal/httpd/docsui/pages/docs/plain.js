// A plugin of Swagger UI that makes it usable by keyboard and by screen readers, and leaves out what there is in the head of the page.

export const Plain = ({ React }) => ({
  components: {
    ServersContainer: () => null, // there is one: this server
    InfoContainer: ({ specSelectors, getComponent }) => {
      const info = specSelectors.info();
      return React.createElement('section', { className: 'about', 'aria-label': 'About this API' },
        React.createElement('h2', null, 'Version ', info.get('version')),
        React.createElement(getComponent('Markdown', true), { source: info.get('description') }));
    },
  },
  wrapComponents: {
    FilterContainer: (Filter) => (props) => React.createElement('div', { role: 'search' }, React.createElement(Filter, props)),
    // The calls to webhooks would stand below all areas, and skip a level of headings. docs/webhooks.md describes them.
    Webhooks: () => () => null,
    // The link to an operation is within the button that opens it, which sets the address anyway.
    DeepLink: () => ({ text }) => React.createElement('span', null, text),
  },
});

/** Names the controls that Swagger UI leaves without a name, as they appear, and lets the keyboard scroll what overflows. */
export function label(reader) {
  const visit = () => {
    for (const select of reader.querySelectorAll('select:not([aria-label], [id])')) select.setAttribute('aria-label', 'Choice');
    for (const example of reader.querySelectorAll('.microlight:not([tabindex]), .curl:not([tabindex])')) example.tabIndex = 0;
  };
  new MutationObserver(visit).observe(reader, { childList: true, subtree: true });
}
