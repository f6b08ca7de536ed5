import { useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'

import type { Fault } from '../../../api/fault.ts'
import { changesOf } from '../../../parts/changes.ts'
import { useKept } from '../../../parts/kept.ts'
import { finishWithin, onLeave } from '../../../parts/leave.ts'
import { useFaultText } from '../../../parts/useFaultToast.ts'
import { useOvertaken } from '../../../parts/useOvertaken.ts'
import { useSubmit } from '../../../parts/useSubmit.ts'
import { useCan } from '../../../session/me.ts'
import { useWords } from '../../../words/language.ts'
import { campaignQuery, createCampaign, updateCampaign, type Campaign } from '../queries.ts'
import { changedParts, clashes, merged, yielded, type Stored } from './parts.ts'
import { inputOf, isComplete, valuesOf, type CampaignForm, type Values } from './values.ts'
import { editorTexts } from './words.ts'

// delay is how long after the last change a draft is saved, in milliseconds.
const delay = 500

// useDraft saves a draft as people change it, so that its quote is always that of what they see. A new one is
// made at the first change, or by save. A scheduled campaign is changed by save alone. What others change comes into
// the form, except the parts that it has changed itself: the user is asked about these.
export function useDraft(campaign: Campaign | undefined, form: CampaignForm, zone: string, show: (campaign: Campaign) => void) {
  const can = useCan()
  const client = useClient()
  const words = useWords(editorTexts)
  const showFault = useFaultText()
  const create = useSubmit(createCampaign, form, false)
  const update = useSubmit(updateCampaign, form, false)
  const textOf = (values: Values) => JSON.stringify(inputOf(values, zone))
  const text = textOf(form.values)
  const [first] = useState(text)
  const [stored, keepStored] = useState<Stored | undefined>(campaign && { sent: form.values, known: valuesOf(campaign, zone) })
  // latestStored is stored before it is drawn.
  const latestStored = useRef(stored)
  const setStored = (next: Stored) => {
    latestStored.current = next
    keepStored(next)
  }
  // sent is what is on the way to the server, and refused what it did not take.
  const [sent, setSent] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const [isRenewed, setRenewed] = useState(false)
  const isBusy = useRef(false)
  // isLeft is set once the screen is left: nobody can be asked any more.
  const isLeft = useRef(false)
  // attempted is the text of the last save, taken or not.
  const attempted = useRef('')
  const id = campaign?.id
  const read = async () => {
    const { data, error } = await client.query(campaignQuery, { id: id ?? '' }, { requestPolicy: 'network-only' })
    const known = data?.campaign ? valuesOf(data.campaign, zone) : undefined
    return { values: known && { sent: known, known }, error }
  }
  const overtaken = useOvertaken<Stored>(read, (stored, theirs) => clashes(stored, theirs.known, form.getValues()).length > 0)
  const theirs = overtaken.theirs?.known
  const may = can(id ? 'MessagingCampaign:Edit' : 'MessagingCampaign:Create')
  const fetching = create.fetching || update.fetching || overtaken.reading
  const complete = isComplete(form.values)
  const saved = stored && textOf(stored.sent)
  const changed = text !== saved
  const isAutomatic = can('MessagingCampaign:Edit') && may && campaign?.status !== 'Scheduled' && (id !== undefined || text !== first)
  const due = isAutomatic && changed && complete && !fetching && text !== refused && !theirs
  // A draft that is due is saved when its screen is left.
  const release = useKept(may && text !== (id ? saved : first) && !(fetching && text === sent) && !(due && id))
  // adopt brings what others have changed into the form.
  const adopt = (stored: Stored, theirs: Values) => {
    const now = merged(stored, theirs, form.getValues())
    form.setValues(now)
    setStored({ sent: merged(stored, theirs, stored.sent), known: theirs })
  }
  const attempt = (values: Values) => {
    attempted.current = textOf(values)
    setSent(attempted.current)
  }
  // say shows why a draft was not saved to whoever has left its form, which says it else.
  const say = (fault: Fault) => {
    if (isLeft.current) {
      showFault(words.lost(form.getValues().name, fault.message))
    }
    return undefined
  }
  const make = async (values: Values) => {
    attempt(values)
    const made = (await create.submit({ input: inputOf(values, zone) }, say))?.createCampaign
    if (made) {
      setStored({ sent: values, known: valuesOf(made, zone) })
      release() // The address changes.
      // Whoever has left the screen is not led back to it.
      if (!isLeft.current) {
        show(made)
      }
    }
    return made
  }
  const change = async (id: string, stored: Stored) => {
    attempt(form.getValues())
    const read = isLeft.current ? undefined : (await overtaken.check(stored))?.known
    if (!read && !isLeft.current) {
      return undefined
    }
    const theirs = read ?? stored.known
    const values = merged(stored, theirs, form.getValues())
    form.setValues(values)
    attempt(values)
    const before = merged(stored, theirs, stored.sent)
    const made = (await update.submit({ input: { id, ...changesOf(inputOf(before, zone), inputOf(values, zone)) } }, say))?.updateCampaign
    setStored(made ? { sent: values, known: valuesOf(made, zone) } : { sent: before, known: theirs })
    return made
  }
  const run = async (now: Stored | undefined) => {
    setRenewed(false)
    isBusy.current = true
    const made = await (id && now ? change(id, now) : make(form.getValues()))
    isBusy.current = false
    if (!made) {
      setRefused(attempted.current)
    }
  }
  // running is the save that is on its way, or has ended.
  const running = useRef(Promise.resolve())
  const save = (now = latestStored.current) => (running.current = run(now))
  // verify reports whether the form shows the campaign as it is stored. What others have changed comes into it else.
  const verify = async () => {
    const theirs = stored && (await overtaken.check(stored))?.known
    if (!stored || !theirs) {
      return false
    }
    const isOther = changedParts(stored.known, theirs).length > 0
    if (isOther) {
      adopt(stored, theirs)
    }
    setRenewed(isOther)
    return !isOther
  }
  const hasUnsaved = () => may && textOf(form.getValues()) !== (latestStored.current ? textOf(latestStored.current.sent) : first)
  const latest = useRef({ save, hasUnsaved, isOwed: (): boolean => false })
  useEffect(() => {
    // What is owed would be saved after the moment. What the server did not take, or what is not complete, the user was asked about.
    const isOwed = () => isAutomatic && id !== undefined && !theirs && isComplete(form.getValues()) && hasUnsaved() && textOf(form.getValues()) !== attempted.current
    latest.current = { save, hasUnsaved, isOwed }
  })
  // Whoever leaves the screen, the firm or the session before the moment has passed loses nothing, and whoever closes the tab is
  // asked.
  useEffect(() => {
    isLeft.current = false
    const finish = async () => {
      await running.current
      if (latest.current.isOwed()) {
        await latest.current.save()
      }
    }
    const done = onLeave({
      finish: () => Promise.race([finish(), new Promise((late) => setTimeout(late, finishWithin))]),
      hasUnsaved: () => latest.current.hasUnsaved(),
    })
    return () => {
      isLeft.current = true
      void finish().finally(done)
    }
  }, [])
  useEffect(() => {
    if (due) {
      const timer = setTimeout(() => void latest.current.save(), delay)
      return () => clearTimeout(timer)
    }
  }, [due, text])
  // The page reads the campaign again, for example when its connection comes back.
  useEffect(() => {
    const theirs = campaign && valuesOf(campaign, zone)
    if (stored && theirs && !isBusy.current && changedParts(stored.known, theirs).length > 0 && clashes(stored, theirs, form.getValues()).length === 0) {
      adopt(stored, theirs)
    }
  }, [campaign])
  // Whoever types what the other has saved has nothing to decide any more.
  useEffect(() => {
    if (stored && theirs && clashes(stored, theirs, form.getValues()).length === 0) {
      adopt(stored, theirs)
      overtaken.forget()
    }
  }, [text])
  const conflict = stored && theirs && {
    parts: clashes(stored, theirs, form.values),
    theirs,
    take: () => {
      form.setValues(yielded(stored, theirs, form.getValues()))
      setStored({ sent: theirs, known: theirs })
      overtaken.forget()
    },
    save: () => {
      form.setValues(merged(stored, theirs, form.getValues()))
      overtaken.forget()
      void save({ sent: theirs, known: theirs })
    },
  }
  const isSaving = fetching || due
  // By hand are saved a new draft, a scheduled campaign, and what the server did not take.
  const isByHand = may && !theirs && (!id || (changed && (!isAutomatic || text === refused)))
  return { may, complete, changed, fetching, isSaving, isByHand, isRenewed, conflict, fault: create.fault ?? update.fault ?? overtaken.fault, save: () => save(), verify }
}

export type Draft = ReturnType<typeof useDraft>
