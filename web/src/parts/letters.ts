const stored = 'firmhub-inbox-keys'

// areLettersOn reports whether single letters are keys. Whoever speaks to the computer turns them off, in the list of keys of
// the inbox.
export const areLettersOn = () => localStorage.getItem(stored) !== 'off'

export const turnLetters = (isOn: boolean) => localStorage.setItem(stored, isOn ? 'on' : 'off')

// hasDialog reports whether a dialog or a panel is open, for which the keys are then.
export const hasDialog = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null
