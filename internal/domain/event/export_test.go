package event

// Number numbers a batch of raised events, as a reader does.
var Number = (*Log).number
