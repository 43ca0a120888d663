import { errorTextOf } from '../../contract/errors/errorTextOf.ts'
import type { Network } from '../../contract/network.ts'
import type { Widget } from '../shell/widget.ts'

/** Makes a network of a namespace without a connection the active one, then goes on; where it is, says that it failed. */
export function chooseNetwork(widget: Widget, { caipNetworkId }: Network, goOn: () => void): void {
  widget.engine.switchNetwork({ caipNetworkId }).then(goOn, () => {
    const message = errorTextOf('CHUNK_FAILED', widget.snapshot().config.texts)
    widget.notify({ message, variant: 'error' })
  })
}
