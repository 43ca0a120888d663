import { meetOpener } from '../../../boot/meetOpener.ts'
import { drawPage } from '../../../screens/drawPage.tsx'
import { createPasskeyBrowser } from '../createPasskeyBrowser.ts'
import { type MakeAsked, PasskeyError, type PasskeyErrorCode } from '../passkeyBrowser.ts'
import { handOver } from './handOver.ts'
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
      handOver(port, { is: 'made', made })
      return undefined
    } catch (error) {
      const code = error instanceof PasskeyError ? error.code : 'unsupported'
      if (code !== 'cancelled') say({ is: 'failed', code })
      return code
    }
  }

  // This page answers nothing after it, also when it reloads.
  view.addEventListener('pagehide', () => say({ is: 'left' }))
  port.onmessage = async ({ data }: MessageEvent<ToPasskeyWindow>) => {
    if (data.is === 'over') return view.close()
    if (data.is === 'theme') {
      const leave = () => view.close()
      const sheet = (
        <main className="link">
          <PasskeySheet make={make} close={leave} />
        </main>
      )
      return drawPage(view.document, sheet, { theme: data.theme, leave })
    }
    if (data.is === 'make') return answer?.(data.asked)
    try {
      handOver(port, { is: 'used', used: await browser.use(data.asked) })
    } catch (error) {
      say({ is: 'failed', code: error instanceof PasskeyError ? error.code : 'unsupported' })
    }
  }
}
