import { expect, type Page } from '@playwright/test'
import type { LatchkeyOptions } from 'latchkey'
import { formatRouteUrl, getRegistryHead } from 'latchkey/services'
import { hasArrived } from './arriving.ts'
import { readWindow } from './readWindow.ts'
import { readStack } from './stack.ts'
import { Widget } from './Widget.ts'

/** A host page whose widget is made with the options of a test; its handle is on `window.latchkey`. */
export class LabPage extends Widget {
  /** What the page asked of others than its own server: method and address. */
  readonly asked: readonly { readonly method: string; readonly url: URL }[]

  constructor(page: Page) {
    super(page)
    const asked: { method: string; url: URL }[] = []
    this.asked = asked
    page.on('request', request => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== new URL(readStack().hosts).origin)
        asked.push({ method: request.method(), url })
    })
  }

  /** Paths that were asked of the services, in order. */
  paths(): readonly string[] {
    const { origin } = new URL(readStack().services)
    return this.asked.filter(({ url }) => url.origin === origin).map(({ url }) => url.pathname)
  }

  /** Goes to the page and makes the widget over the local services. */
  async make(options: LatchkeyOptions): Promise<void> {
    const { hosts, services } = readStack()
    const url = `${hosts}/lab/`
    if (!hasArrived(this.page, url)) await this.page.goto(url)
    await readWindow(this.page, 'lab')
    const endpoints = { api: services, directory: services, analytics: services, images: services }
    await this.page.evaluate(
      given => {
        const lab = window.lab
        if (!lab) throw new Error('The page has no lab.')
        const latchkey = lab.createLatchkey({ networks: lab.networks, ...given, adapters: [lab.evm()] })
        const place = document.createElement('div')
        window.unmake?.()
        const unmount = lab.render(latchkey, document.body.appendChild(place))
        const unmake = () => {
          unmount()
          place.remove()
          latchkey.destroy()
        }
        Object.assign(window, { latchkey, unmake })
      },
      {
        endpoints,
        directoryKeys: await fetchDirectoryKeys(options.projectId),
        ...options,
      } as Partial<LatchkeyOptions> & {
        projectId: string
      },
    )
    await expect(this.connectButton.or(this.accountButton)).toBeVisible()
  }

  /** The flags that hold. */
  features(): Promise<Readonly<Record<string, unknown>>> {
    return this.page.evaluate(() => window.latchkey?.getState().features ?? {})
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }

  /** Opens a view by the handle. */
  async open(view: 'Networks' | 'Connect' | 'Account'): Promise<void> {
    await this.page.evaluate(name => window.latchkey?.open({ view: name }), view)
    await this.expectView(view)
  }
}

/** The key that signs the wallet directory for a project, as its operator would name it in the options. */
async function fetchDirectoryKeys(projectId: string): Promise<readonly string[]> {
  const answer = await fetch(formatRouteUrl(readStack().services, getRegistryHead, { query: { projectId } }))
  return answer.ok ? [((await answer.json()) as { key: string }).key] : []
}
