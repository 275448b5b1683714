/** Operations that ask the server of objects. */
import { as } from '../../client.ts'
import { attaching, placeAt, prepare } from '../../documents.ts'
import type { Person } from '../../world.ts'
import { pdf, send } from '../objects/samples.ts'
import type { FailingApplication } from './application.ts'
import { ofMails } from './file-operations.ts'
import { type CoreOperation, operation, without } from './operation.ts'

/** What is wrong with the PDF at a URL. */
export async function wrongAt(url: string): Promise<string[]> {
  const answer = await fetch(url)
  const isWhole = pdf.equals(Buffer.from(await answer.arrayBuffer()))
  return answer.status === 200 && isWhole ? [] : [`the file is answered ${answer.status}`]
}

/** What is wrong with an answer whose members of that name are URLs of the PDF. */
const wrongUrls = (name: string) => async (text: string) => {
  const found = [...text.matchAll(new RegExp(`"${name}":"([^"]+)"`, 'g'))]
  const all = await Promise.all(found.map(([, url]) => wrongAt(JSON.parse(`"${url}"`))))
  return all.flat()
}

export function storeOperations({ store }: FailingApplication): CoreOperation[] {
  /** Prepares an upload, and sends it to the server. */
  async function sent(olga: Person, id: number) {
    const upload = await prepare(olga, { word: 'trip', id })
    const order = { key: upload.object_key, contentType: 'application/pdf' }
    const answer = await send(await store.prepare({ visibility: 'private', ...order }), pdf)
    if (!answer.ok) throw new Error(`PUT: ${answer.status} ${await answer.text()}`)
    return { path: `/v1/trip/${id}/documents`, body: attaching(upload) }
  }
  /** The same, and attaches it where this server is not known: its file is not copied yet. */
  async function attached(olga: Person, id: number) {
    const { path, body } = await sent(olga, id)
    const { status, text, json } = await as(olga).post(path, body)
    if (status !== 201) throw new Error(`attach: ${status} ${text}`)
    return json.id as number
  }
  return [
    operation('document, attached', async (olga, id) => {
      return { method: 'POST', ...(await sent(olga, id)) }
    }),
    operation(
      'document, downloaded',
      async (olga, id) => {
        return { method: 'GET', path: `/v1/documents/${await attached(olga, id)}/get` }
      },
      { ...without, wrongIn: wrongUrls('download_url') },
    ),
    operation(
      'documents, listed',
      async (olga, id) => {
        for (let files = 0; files < 2; files += 1) await attached(olga, id)
        return { method: 'GET', path: placeAt(id, 'trip', id).v2() }
      },
      { ...without, isAnswered: true, wrongIn: wrongUrls('temp_read_url') },
    ),
    operation('document, deleted', async (olga, id) => {
      return { method: 'DELETE', path: placeAt(id, 'trip', id).v1(await attached(olga, id)) }
    }),
    ...ofMails.slice(0, 1),
  ]
}
