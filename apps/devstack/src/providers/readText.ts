import type { IncomingMessage } from 'node:http'

/** The body of a form. @throws Error when it is longer than anybody fills one in. */
export async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) {
    text += part
    if (text.length > 4_096) throw new Error('The form is too long')
  }
  return text
}
