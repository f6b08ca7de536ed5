// listProps returns the properties of a field with a list that may be read only. The library hides the list of such a field,
// and opens it all the same: Escape would be for that list, and no longer for the panel around the field.
export const listProps = (readOnly = false) => ({ readOnly, dropdownOpened: readOnly ? false : undefined })
