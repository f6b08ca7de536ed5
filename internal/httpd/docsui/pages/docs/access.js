// A plugin of Swagger UI that shows, beside the path of an operation, the permission that it needs and whether API keys may use it.

/** Returns who may call an operation of the document, in a few words. */
function access(operation) {
  if (operation.get('security')?.size === 0) return ['everyone'];
  const keys = operation.get('security')?.some((scheme) => scheme.has('apiKey'));
  if (keys && !operation.get('security').some((scheme) => !scheme.has('apiKey'))) return ['API keys alone'];
  const permissions = [operation.get('x-permission'), operation.get('x-permission-or')].filter(Boolean).join(' or ');
  const right = operation.get('x-super-firm') ? 'super-firm' : permissions || 'signed in';
  return keys ? [right, 'API keys'] : [right];
}

export const Access = () => ({
  wrapComponents: {
    OperationSummaryPath: (Path, { React, specSelectors }) => (props) => {
      const [path, method] = [props.operationProps.get('path'), props.operationProps.get('method')];
      const operation = specSelectors.specJson().getIn(['paths', path, method]);
      return React.createElement(React.Fragment, null,
        React.createElement(Path, props),
        operation && access(operation).map((text) => React.createElement('span', { className: `access${text === 'API keys alone' ? ' keys' : ''}`, key: text }, text)));
    },
  },
});
