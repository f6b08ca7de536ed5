// Package plaintext normalizes and validates the short texts that people enter, such as names.
//
// Folding maps spellings that people consider the same to the same string: [FoldCase] for unique
// names, [Fold] for search and sorting. Both also fold compatibility forms (full-width letters,
// ligatures) and white space, drop invisible characters, and replace bytes that are not UTF-8 by
// U+FFFD. The result is in NFC, with single spaces and none at its ends. Folding is idempotent, so
// that folded text in the database and a folded search term are compared byte by byte. Time and
// size of the result are linear in the input.
//
// The Check functions validate single-line texts. Each trims its text and adds the faults that it
// finds. [Fit] and [FitLines] make texts that come from elsewhere valid.
package plaintext
