import { HostButton } from './HostButton.tsx'
import { ShadowBox } from './ShadowBox.tsx'
import { type HookOptions, useLatchkey } from './useLatchkey.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** A button that shows the active network and opens the list of networks. */
export declare namespace NetworkButton {
  interface Props extends HookOptions {
    readonly disabled?: boolean | undefined
  }
}

/** The active network; opens the list of networks. */
export function NetworkButton(props: NetworkButton.Props) {
  return (
    <ShadowBox width={140}>
      <NetworkButtonFace {...props} />
    </ShadowBox>
  )
}

/** The same without a box of its own, for the custom element. */
export function NetworkButtonFace({ disabled, ...options }: NetworkButton.Props) {
  const latchkey = useLatchkey(options)
  const network = useLatchkeyState(state => state.network, { latchkey })
  const name = network.name === 'unsupported' ? 'Unsupported network' : network.name
  return (
    <HostButton latchkey={latchkey} open={{ view: 'Networks' }} disabled={disabled} name={`Network: ${name}`}>
      {name}
    </HostButton>
  )
}
