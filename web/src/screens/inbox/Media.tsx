import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'

import { Download } from '../../parts/Download.tsx'
import { authorizedFetch } from '../../session/authorized.js'
import { useWords } from '../../words/language.ts'
import type { Entry } from './queries.ts'
import { inbox } from './words.ts'

const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

// largest is the size of the pictures that are shown without being asked for, in bytes.
const largest = 5 * 1024 * 1024

// Media is the file of a message: a picture is shown, and every file can be saved.
export function Media({ id, media }: { id: string; media: NonNullable<Entry['media']> }) {
  const words = useWords(inbox)
  if (media.status !== 'Ready') {
    return <Text size="sm" c="dimmed">{media.fileName} · {media.status === 'Pending' ? words.filePending : words.fileFailed}</Text>
  }
  const path = `/api/v1/messaging/messages/${encodeURIComponent(id)}/media`
  return (
    <div className="inbox-media">
      {pictures.includes(media.contentType) && media.size <= largest && <Picture path={path} name={media.fileName} />}
      <Download path={path} size="compact-sm">{media.fileName}</Download>
    </div>
  )
}

// Picture shows a picture, which the server gives only to a request with a token: it is put into the page
// itself. The policy of the page allows that for data, not for a blob.
function Picture({ path, name }: { path: string; name: string }) {
  const words = useWords(inbox)
  const [content, setContent] = useState<string>()
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const response = await authorizedFetch(path)
      const found = response.ok ? await dataOf(await response.blob()) : undefined
      if (!isGone) {
        setContent(found)
      }
    }
    read().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [path])
  return content ? <img src={content} alt={words.picture(name)} /> : null
}

function dataOf(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('the picture can’t be read'))
    reader.readAsDataURL(content)
  })
}
