import { StageContext, themeCss, tokensCss } from 'latchkey/ui'
import { createRoot } from 'react-dom/client'
import { meetOpener } from '../../../boot/meetOpener.ts'
import { createPlace } from '../../../screens/createPlace.ts'
import { createPasskeyBrowser } from '../createPasskeyBrowser.ts'
import { type MakeAsked, PasskeyError, type PasskeyErrorCode } from '../passkeyBrowser.ts'
import { type FromPasskeyWindow, passkeyPort, passkeyReady, type ToPasskeyWindow } from './messages.ts'
import { PasskeySheet } from './PasskeySheet.tsx'

/** Makes a passkey for the frame that opened this window, once its visitor presses; answers false when none did. */
export function mountPasskeyWindow(view: Window & typeof globalThis): boolean {
  return meetOpener(view, { ready: passkeyReady, port: passkeyPort }, port => listen(view, port))
}

function listen(view: Window & typeof globalThis, port: MessagePort): void {
  const say = (said: FromPasskeyWindow) => port.postMessage(said)
  const browser = createPasskeyBrowser()
  let answer: ((asked: MakeAsked) => void) | undefined

  /** Its person may try again after they left; anything else would come out the same way. */
  async function make(): Promise<PasskeyErrorCode | undefined> {
    try {
      const made = await browser.make(
        () =>
          new Promise(resolve => {
            answer = resolve
            say({ is: 'pressed' })
          }),
      )
      say({ is: 'made', made })
      return undefined
    } catch (error) {
      const code = error instanceof PasskeyError ? error.code : 'unsupported'
      if (code !== 'cancelled') say({ is: 'failed', code })
      return code
    }
  }

  // Nobody of this page answers after it, also where it is loaded anew.
  view.addEventListener('pagehide', () => say({ is: 'left' }))
  port.onmessage = async ({ data }: MessageEvent<ToPasskeyWindow>) => {
    if (data.is === 'over') return view.close()
    if (data.is === 'theme') return show(view, data.theme, make)
    if (data.is === 'make') return answer?.(data.asked)
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
