import type { Network } from '../../contract/network.ts'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useLater } from '../shell/useLater.ts'

export declare namespace NetworkPicture {
  interface Props {
    readonly network: Network | undefined
    /** Its letter stands where there is no picture. */
    readonly name: string
  }
}

/** A network's logo for views that are waited for: what fetches listed pictures comes after them. */
export function NetworkPicture({ network, name }: NetworkPicture.Props) {
  const { imageUrl, imageId } = network?.assets ?? {}
  const { part } = useLater('networkLogo', imageUrl === undefined && imageId !== undefined, load)
  const Listed = part === 'failed' ? undefined : part
  return Listed ? <Listed network={network} name={name} /> : <Logo src={imageUrl} name={name} round />
}

const load = () => import('./NetworkLogo.tsx').then(module => module.NetworkLogo)
