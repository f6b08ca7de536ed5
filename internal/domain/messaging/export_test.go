package messaging

// RecountSome is [Recount] with the number of messages of a step.
var RecountSome = recount
