import { useEffect, useRef, useSyncExternalStore } from 'react'

import type { Feed } from './feed.ts'
import type { Conversation } from './queries.ts'

const stored = 'firmhub-inbox-sound'

// recent is how old a message may be that is heard, in milliseconds.
const recent = 60_000

// pause is the least time between two sounds, in milliseconds.
const pause = 2000

let isOn = localStorage.getItem(stored) === 'on'
const listeners = new Set<() => void>()

addEventListener('storage', ({ key, newValue }) => {
  if (key === stored) { // Another tab has chosen.
    isOn = newValue === 'on'
    listeners.forEach((listener) => listener())
  }
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// useSoundChoice returns whether sounds are played. They are off until somebody turns them on, and the browser keeps
// the choice.
export function useSoundChoice(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, () => isOn), choose]
}

function choose(next: boolean) {
  localStorage.setItem(stored, next ? 'on' : 'off')
  isOn = next
  listeners.forEach((listener) => listener())
  if (isOn) {
    play()
  }
}

// useSound plays a sound when a message arrives in a conversation that nobody looks at here.
export function useSound(feed: Feed, opened: string | undefined) {
  const [isOn] = useSoundChoice()
  const heard = useRef(new Map<string, string>())
  useEffect(() => {
    if (!isOn) {
      return
    }
    let last = -pause
    const take = (changed: Conversation[]) => {
      const isNew = ({ id, lastMessage, unreadCount }: Conversation) => {
        // A conversation changes without a message, too: its contact is renamed, or somebody takes it.
        const isRecent = Date.now() - Date.parse(lastMessage?.occurredAt ?? '') < recent
        const isUnheard = lastMessage?.direction === 'Inbound' && isRecent && heard.current.get(id) !== lastMessage.id
        heard.current.set(id, lastMessage?.id ?? '')
        return isUnheard && unreadCount > 0 && (id !== opened || document.hidden)
      }
      const messages = changed.filter(isNew).map(({ lastMessage }) => lastMessage?.id ?? '')
      if (messages.length > 0 && performance.now() - last > pause) {
        last = performance.now()
        void ring(messages)
      }
    }
    return feed.listen(take)
  }, [feed, isOn, opened])
}

// ring plays the sound of messages in one tab of the browser: the first that may play at all and claims one of them.
async function ring(messages: string[]) {
  const asked = performance.now()
  // In a tab that nobody has clicked in, a browser plays nothing, and this waits for a click.
  await audio().resume()
  const claimed = await Promise.all(messages.map(claim))
  if (claimed.includes(true) && performance.now() - asked < pause) {
    play()
  }
}

// claim reports whether no other tab has claimed a message. Where pages have no locks, each tab plays.
function claim(message: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  return locks
    ? new Promise((resolve) => {
        void locks.request(`${stored}-${message}`, { ifAvailable: true }, (lock) => {
          resolve(lock !== null)
          // A tab that learns of the message later finds it claimed.
          return lock && new Promise((free) => setTimeout(free, recent))
        })
      })
    : Promise.resolve(true)
}

let context: AudioContext | undefined

function audio() {
  return (context ??= new AudioContext())
}

// play plays two short tones.
function play() {
  const context = audio()
  const { currentTime, destination } = context
  for (const [after, frequency] of [[0, 660], [0.12, 880]] as const) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.12, currentTime + after)
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + after + 0.18)
    tone.connect(volume).connect(destination)
    tone.start(currentTime + after)
    tone.stop(currentTime + after + 0.2)
  }
}
