/** A host page's own script: the page's side of the frame, open to the test. */
import { openFrame } from '../../../packages/latchkey/src/embedded/openFrame.ts'
import { systemClock } from '../../../packages/latchkey/src/engine/base/clock.ts'
import { systemRandom } from '../../../packages/latchkey/src/engine/base/random.ts'

const place = document.body.appendChild(document.createElement('div'))
Object.assign(place.style, {
  position: 'absolute',
  inset: '40px',
  inlineSize: '360px',
  blockSize: '300px',
  contain: 'layout',
})

Object.assign(window, {
  openWallet(endpoint: string, projectId: string) {
    const stage = { frame: place, showFrame() {} }
    const wallet = openFrame({
      endpoint,
      projectId,
      stage,
      clock: systemClock,
      random: systemRandom,
      title: 'Wallet',
    })
    const told: unknown[] = []
    for (const name of ['ESCAPE', 'AREA', 'SESSION', 'PROVIDER'] as const)
      wallet.on(name, payload => told.push([name, payload]))
    Object.assign(window, { wallet, told })
  },
})
