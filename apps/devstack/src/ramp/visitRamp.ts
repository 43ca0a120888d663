/** A visitor of an order's page without a browser. */
export interface RampVisitor {
  /** The page as it is now. */
  read(): Promise<string>
  /** Sends one of the page's forms, and answers with the page that comes. */
  send(form: string, fields?: Readonly<Record<string, string>>): Promise<string>
}

/**
 * Opens the link of an order, as a browser would.
 * @throws Error with the page's words when the link opens nothing.
 */
export async function visitRamp(link: string): Promise<RampVisitor> {
  const { origin } = new URL(link)
  const opened = await fetch(link, { redirect: 'manual' })
  const place = opened.headers.get('location')
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';')
  if (place === null) throw new Error(`The ramp answered ${opened.status}: ${wordsOf(await opened.text())}`)
  const page = new URL(place, origin).href
  const read = async () => (await fetch(page, { headers: { cookie } })).text()
  return {
    read,
    async send(form, fields = {}) {
      const answer = await fetch(`${page}/${form}`, {
        method: 'POST',
        headers: { cookie, origin },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      return answer.status === 303 ? read() : answer.text()
    },
  }
}

/** The words of a page's main part. */
function wordsOf(page: string): string {
  const [, main = page] = /<main>(.*)<\/main>/s.exec(page) ?? []
  return main
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
