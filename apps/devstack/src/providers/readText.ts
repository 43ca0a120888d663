import type { IncomingMessage } from 'node:http'

/** Reads the body of a form. @throws Error when it is too long. */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > 4_096) throw new Error('The form is too long')
  }
  return text
}
