import { Anchor, Button, Paper, Progress, Stack, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useLocation } from 'wouter'

import type { Fault } from '../../api/fault.ts'
import { ChooseFile } from '../../parts/ChooseFile.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { upload } from '../../parts/upload.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { ImportIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { importContacts } from './job.ts'
import { imports } from './words.ts'

// Start takes a file, and begins with a dry run: nothing is written.
export function Start() {
  const words = { ...useWords(general), ...useWords(imports) }
  const format = useFormat()
  const [, navigate] = useLocation()
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<Fault>()
  const [over, setOver] = useState(false)
  const check = useSubmit(importContacts)
  // isLeft is set once the screen is left: its user is not led away from another one.
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const offer = (address: string, file: File) => {
    const open = () => {
      toasts.hide(toast)
      navigate(address)
    }
    const toast = toasts.show({
      autoClose: false,
      closeButtonProps: { 'aria-label': words.close },
      message: <Anchor component="button" type="button" size="sm" onClick={open}>{words.checkOf(file.name)}</Anchor>,
    })
  }
  const take = async (file: File | null | undefined) => {
    if (!file || share !== undefined) {
      return
    }
    setFault(undefined)
    setShare(0)
    const stored = await upload(file, setShare)
    if (!('id' in stored)) {
      setShare(undefined)
      setFault(stored)
      return
    }
    const job = await check.submit({ input: { fileId: stored.id, dryRun: true } })
    if (job) {
      const address = `/imports/${job.importContacts.id}`
      if (isLeft.current) {
        offer(address, file)
      } else {
        navigate(address)
      }
    } else {
      setShare(undefined)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <Page title={words.newImport}>
      <ErrorText fault={fault ?? check.fault} />
      <Paper
        withBorder
        p="xl"
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        bg={over ? 'var(--mantine-primary-color-light)' : undefined}
        style={{ borderStyle: 'dashed' }}
      >
        <Stack align="center" gap="sm" py="xl">
          <ImportIcon size={32} />
          <Text fw={550}>{words.drop}</Text>
          <Text size="sm" c="dimmed" ta="center" maw={520}>{words.dropText}</Text>
          {share === undefined ? (
            <ChooseFile accept=".csv,.txt,.tsv,text/csv" take={(file) => void take(file)}>
              {(props) => <Button {...props}>{words.choose}</Button>}
            </ChooseFile>
          ) : (
            <Stack gap={4} w={280} role="status">
              <Progress value={share * 100} aria-label={words.uploading(format.percent(share))} />
              <Text size="sm" ta="center">{words.uploading(format.percent(share))}</Text>
            </Stack>
          )}
        </Stack>
      </Paper>
    </Page>
  )
}
