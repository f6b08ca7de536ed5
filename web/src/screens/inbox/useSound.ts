import { useCallback, useEffect, useState } from 'react'

import type { Feed } from './feed.ts'
import type { Conversation } from './queries.ts'

const stored = 'firmhub-inbox-sound'

// pause is the least time between two sounds, in milliseconds.
const pause = 2000

// useSound plays a sound when a message arrives in a conversation that nobody looks at here. It is off until
// somebody turns it on, and the browser keeps the choice.
export function useSound(feed: Feed, opened: string | undefined): [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(stored) === 'on')
  const choose = useCallback((isOn: boolean) => {
    localStorage.setItem(stored, isOn ? 'on' : 'off')
    setOn(isOn)
    if (isOn) {
      play()
    }
  }, [])
  useEffect(() => {
    if (!isOn) {
      return
    }
    const heard = new Map<string, string>()
    let last = 0
    const take = (changed: Conversation[]) => {
      const isNew = ({ id, lastMessage, unreadCount }: Conversation) => {
        const isUnheard = lastMessage?.direction === 'Inbound' && heard.get(id) !== lastMessage.id
        heard.set(id, lastMessage?.id ?? '')
        return isUnheard && unreadCount > 0 && (id !== opened || document.hidden)
      }
      if (changed.filter(isNew).length > 0 && performance.now() - last > pause) {
        last = performance.now()
        play()
      }
    }
    return feed.listen(take)
  }, [feed, isOn, opened])
  return [isOn, choose]
}

let context: AudioContext | undefined

// play plays two short tones.
function play() {
  context ??= new AudioContext()
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
