import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'

import { faultOfAnswer } from '../api/fault.ts'
import { authorizedFetch } from '../session/authorized.js'
import { DownloadIcon } from '../shell/icons.tsx'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { fileName } from './fileName.ts'
import { useFaultText } from './useFaultToast.ts'

interface Props {
  path: string
  method?: 'GET' | 'POST'
  size?: ButtonProps['size']
  children: string
}

// Download saves what the server answers at a path as a file, under the name that the server gives it.
export function Download({ path, method = 'GET', size, children }: Props) {
  const words = useWords(general)
  const say = useFaultText()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const response = await authorizedFetch(path, { method })
      if (response.ok) {
        saveFile(await response.blob(), fileName(response.headers.get('Content-Disposition') ?? '') ?? 'export.csv')
      } else {
        say(faultOfAnswer(await response.json()).message)
      }
    } catch {
      say(words.noAnswer)
    }
    setBusy(false)
  }
  return <Button variant="default" size={size} leftSection={<DownloadIcon size={15} />} loading={busy} onClick={() => void download()}>{children}</Button>
}

// saveFile lets the browser save a content as a file.
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
