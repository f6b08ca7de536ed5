import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AroundNavHandler } from 'wouter'

// guards are the forms and panels whose contents would be lost when their screen is left.
const guards = new Set<object>()

// Work is done by the page, whatever screen it shows. finish does what waits before the session ends or moves to another
// firm. hasUnsent and hasDrafts report whether closing the tab or signing out would lose what was not sent, and what the tab keeps of
// forms that are not saved. hasUnsaved reports whether leaving the page would lose what saves itself, or what finish could not save.
interface Work {
  finish?: () => Promise<unknown>
  hasUnsent?: () => boolean
  hasDrafts?: () => boolean
  hasUnsaved?: () => boolean
}

const works = new Set<Work>()
// finishWithin is for how long leaving waits for what is on its way, in milliseconds.
export const finishWithin = 5000
// isLeaving is set once the user has agreed to lose what there is.
let isLeaving = false

// Question is whether to leave. It is about what was not sent, what the tab keeps, or both, or else about what was not saved on the screen.
interface Question {
  leave: () => void
  isUnsent: boolean
  isDraft: boolean
}

let asked: Question | undefined
const listeners = new Set<() => void>()

function put(question: Question | undefined) {
  asked = question
  listeners.forEach((listener) => listener())
}

const ask = (leave: () => void, isUnsent = false, isDraft = false) => put({ leave, isUnsent, isDraft })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// useAsked returns the question to the user, and what to do at each answer.
export function useAsked(): (Question & { stay: () => void }) | undefined {
  const question = useSyncExternalStore(subscribe, () => asked)
  const stay = () => put(undefined)
  return question && { ...question, stay, leave: () => (stay(), question.leave()) }
}

// onLeave names work of the page, and returns a function that ends it.
export function onLeave(work: Work): () => void {
  works.add(work)
  return () => void works.delete(work)
}

const hasUnsent = () => [...works].some((work) => work.hasUnsent?.())
const hasDrafts = () => [...works].some((work) => work.hasDrafts?.())
const hasUnsaved = () => [...works].some((work) => work.hasUnsaved?.())

// finishWork finishes the work of the page.
export const finishWork = () => Promise.all([...works].map(({ finish }) => finish?.()))

// leavePage finishes the work of the page and calls leave, which reports whether it has left it. It asks before where that
// would lose something: what is not saved, and, when the user signs out, what was not sent and what the tab keeps.
export async function leavePage(leave: () => Promise<boolean>, isSigningOut = false) {
  const go = async () => {
    isLeaving = true
    let hasLeft = false
    try {
      hasLeft = await leave()
    } finally {
      isLeaving = hasLeft
    }
  }
  const end = async () => {
    if (isSigningOut && (hasUnsent() || hasDrafts())) {
      ask(() => void go(), hasUnsent(), hasDrafts())
    } else {
      await go()
    }
  }
  const finish = async (isAsked: boolean) => {
    await finishWork()
    if (!isAsked && hasUnsaved()) {
      ask(() => void end())
    } else {
      await end()
    }
  }
  if (guards.size > 0) {
    ask(() => void finish(true))
  } else {
    await finish(false)
  }
}

// leaveAnyway lets the page begin anew without a question: it must not stay.
export function leaveAnyway() {
  isLeaving = true
}

// pass leaves a screen whose contents may be lost.
function pass(leave: () => void) {
  guards.clear()
  leave()
}

const isLeft = (address: string) => guards.size > 0 && new URL(address, location.href).pathname !== location.pathname

// aroundNav asks before a link or a button leads to another screen.
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  if (isLeft(to)) {
    ask(() => pass(() => navigate(to, options)))
  } else {
    navigate(to, options)
  }
}

addEventListener('beforeunload', (event) => {
  if (!isLeaving && (guards.size > 0 || hasUnsent() || hasDrafts() || hasUnsaved())) {
    event.preventDefault()
  }
})

// Back and forward can be stopped where the browser has this interface, while wouter learns of them too late.
window.navigation?.addEventListener('navigate', (event) => {
  if (event.navigationType === 'traverse' && event.cancelable && isLeft(event.destination.url)) {
    event.preventDefault()
    ask(() => pass(() => window.navigation.traverseTo(event.destination.key)))
  }
})

// useGuard returns a function that says whether leaving the screen would lose something. It works at once, so that
// a form that was saved can lead to another screen.
export function useGuard(): (isKept: boolean) => void {
  const [guard] = useState(() => {
    const key = {}
    return (isKept: boolean) => void (isKept ? guards.add(key) : guards.delete(key))
  })
  useEffect(() => () => guard(false), [guard])
  return guard
}
