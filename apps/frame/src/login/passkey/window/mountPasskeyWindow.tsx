import { StageContext, themeCss, tokensCss } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { createPlace } from '../../../screens/createPlace.ts'
import { createPasskeyBrowser } from '../createPasskeyBrowser.ts'
import { PasskeyError, type PasskeyErrorCode } from '../passkeyBrowser.ts'
import { type FromPasskeyWindow, passkeyPort, passkeyReady, type ToPasskeyWindow } from './messages.ts'
import { PasskeySheet } from './PasskeySheet.tsx'

/** Makes a passkey for the frame that opened this window, once its visitor presses; answers false when none did. */
export function mountPasskeyWindow(view: Window & typeof globalThis): boolean {
  const opener: unknown = view.opener
  const { origin } = view.location
  if (typeof opener !== 'object' || opener === null || view.parent !== view) return false
  const life = new AbortController()
  view.addEventListener(
    'message',
    ({ source, origin: from, data, ports: [port] }: MessageEvent<unknown>) => {
      if (source !== opener || from !== origin || data !== passkeyPort || !port) return
      life.abort()
      listen(view, port)
    },
    { signal: life.signal },
  )
  ;(opener as Window).postMessage(passkeyReady, origin)
  return true
}

function listen(view: Window & typeof globalThis, port: MessagePort): void {
  const say = (said: FromPasskeyWindow) => port.postMessage(said)
  const browser = createPasskeyBrowser()
  const asked = Promise.withResolvers<Extract<ToPasskeyWindow, { is: 'make' }>['asked']>()

  /** Its person may try again after they left; anything else would come out the same way. */
  async function make(): Promise<PasskeyErrorCode | undefined> {
    try {
      say({ is: 'made', made: await browser.make(await asked.promise) })
      return undefined
    } catch (error) {
      const code = error instanceof PasskeyError ? error.code : 'unsupported'
      if (code !== 'cancelled') say({ is: 'failed', code })
      return code
    }
  }

  port.onmessage = async ({ data }: MessageEvent<ToPasskeyWindow>) => {
    if (data.is === 'theme') return show(view, data.theme, make)
    if (data.is === 'make') return asked.resolve(data.asked)
    try {
      say({ is: 'used', used: await browser.use(data.asked) })
    } catch (error) {
      say({ is: 'failed', code: error instanceof PasskeyError ? error.code : 'unsupported' })
    }
  }
}

function show(
  view: Window & typeof globalThis,
  { mode, variables, locale, dir }: Extract<ToPasskeyWindow, { is: 'theme' }>['theme'],
  make: () => Promise<PasskeyErrorCode | undefined>,
): void {
  const { document } = view
  const place = createPlace(document, {
    pageCss: `:root{color-scheme:${mode ?? 'light dark'};background:light-dark(#f6f6f4,#0e1014)}body{margin:0;padding:16px}`,
    leave: () => view.close(),
  })
  place.host.dataset.theme = mode ?? 'system'
  place.host.dir = dir ?? 'ltr'
  place.dress(variables ? themeCss(variables).css : tokensCss())
  document.documentElement.lang = locale ?? 'en'
  createRoot(place.root).render(
    <StageContext value={place.surface}>
      <main className="link">
        <PasskeySheet make={make} close={() => view.close()} />
      </main>
    </StageContext>,
  )
}
