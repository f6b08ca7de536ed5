package doctor

// Extensions lets tests ask for an extension that no server has.
var Extensions = extensions

// Offset is for tests.
type Offset = offset

// Clock and Between let tests have other clocks.
var (
	Clock   = clock
	Between = between
)
