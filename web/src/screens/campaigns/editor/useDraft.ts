import { useEffect, useRef, useState } from 'react'

import { useSubmit } from '../../../parts/useSubmit.ts'
import { useCan } from '../../../session/me.ts'
import { createCampaign, updateCampaign, type Campaign } from '../queries.ts'
import { inputOf, isComplete, type CampaignForm } from './values.ts'

// delay is how long after the last change a draft is saved, in milliseconds.
const delay = 500

// useDraft saves a draft as people change it, so that its quote is always that of what they see. A new one is
// made at the first change, or by save. A scheduled campaign is changed by save alone.
export function useDraft(campaign: Campaign | undefined, form: CampaignForm, zone: string, show: (campaign: Campaign) => void) {
  const can = useCan()
  const create = useSubmit(createCampaign, form)
  const update = useSubmit(updateCampaign, form)
  const input = inputOf(form.values, zone)
  const text = JSON.stringify(input)
  const [first] = useState(text)
  // saved is what the server has, and refused what it did not take.
  const [saved, setSaved] = useState(campaign ? text : undefined)
  const [refused, setRefused] = useState<string>()
  const id = campaign?.id
  const may = can(id ? 'MessagingCampaign:Edit' : 'MessagingCampaign:Create')
  const fetching = create.fetching || update.fetching
  const complete = isComplete(form.values)
  const changed = text !== saved
  const save = async () => {
    const made = id
      ? (await update.submit({ input: { id, ...input } }))?.updateCampaign
      : (await create.submit({ input }))?.createCampaign
    if (!made) {
      setRefused(text)
      return
    }
    setSaved(text)
    if (!id) {
      show(made)
    }
  }
  const isAutomatic = can('MessagingCampaign:Edit') && may && campaign?.status !== 'Scheduled' && (id !== undefined || text !== first)
  const due = isAutomatic && changed && complete && !fetching && text !== refused
  const latest = useRef(save)
  const unsaved = useRef(false)
  useEffect(() => {
    latest.current = save
    unsaved.current = due && id !== undefined
  })
  // Whoever leaves before the moment has passed loses nothing.
  useEffect(() => () => void (unsaved.current && latest.current()), [])
  useEffect(() => {
    if (due) {
      const timer = setTimeout(() => void latest.current(), delay)
      return () => clearTimeout(timer)
    }
  }, [due, text])
  const isSaving = fetching || due
  // By hand are saved a new draft, a scheduled campaign, and what the server did not take.
  const isByHand = may && (!id || (changed && (!isAutomatic || text === refused)))
  return { may, complete, changed, fetching, isSaving, isByHand, fault: create.fault ?? update.fault, save }
}

export type Draft = ReturnType<typeof useDraft>
