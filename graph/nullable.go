package graph

// unlessEmpty returns nil for an empty text, which the API shows as null.
func unlessEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
