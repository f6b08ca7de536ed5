import { faultOfAnswer, type Fault } from '../api/fault.ts'
import { authorized } from '../session/authorized.js'

const operation = 'mutation UploadFile($file: Upload!) { uploadFile(file: $file) { id } }'

// upload stores a file, as the GraphQL multipart request specification says, and returns its id or the
// fault of the server. progress gets the share that is sent; fetch could not tell it.
export async function upload(file: File, progress: (share: number) => void): Promise<{ id: string } | Fault> {
  const form = new FormData()
  form.append('operations', JSON.stringify({ query: operation, variables: { file: null } }))
  form.append('map', JSON.stringify({ 0: ['variables.file'] }))
  form.append('0', file)
  try {
    const request = await authorized((headers) => send(form, headers, progress), (request) => request.getResponseHeader('WWW-Authenticate'))
    const answer = JSON.parse(request.responseText) as Answer
    const error = answer.errors?.[0]
    return answer.data?.uploadFile ?? faultOfAnswer({ message: error?.message ?? '', error: error?.extensions ?? null })
  } catch {
    return { code: 'Network', message: '', fields: {} }
  }
}

interface Answer {
  data?: { uploadFile: { id: string } | null } | null
  errors?: { message: string; extensions: { code?: string } }[]
}

function send(form: FormData, headers: Record<string, string>, progress: (share: number) => void): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/graphql')
    Object.entries(headers).forEach(([name, value]) => request.setRequestHeader(name, value))
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(request)
    request.onerror = reject
    request.send(form)
  })
}
