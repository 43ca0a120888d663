/** What a link of a mail is for, and what it carries. */
export interface MailLink {
  readonly is: 'device' | 'undo' | 'stop'
  readonly link: string
}

/** Reads the fragment of the page's address; undefined when no mail led here. */
export function readLink(hash: string): MailLink | undefined {
  const [, is, link] = /^#(device|undo|stop)=([A-Za-z0-9_-]{22,200})$/.exec(hash) ?? []
  if ((is !== 'device' && is !== 'undo' && is !== 'stop') || link === undefined) return undefined
  return { is, link }
}
