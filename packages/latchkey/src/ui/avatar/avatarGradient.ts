import { hashText } from '../walletimage/hashText.ts'

/** A gradient that always goes with an address, whichever case it is written in; decoration, never a proof of identity. */
export function avatarGradient(address: string): string {
  const hash = hashText(address.toLowerCase().slice(0, 128))
  const hue = hash % 360
  const other = (hue + 30 + ((hash >>> 9) % 50)) % 360
  const x = 20 + ((hash >>> 16) % 40)
  const y = 15 + ((hash >>> 22) % 30)
  return `radial-gradient(circle at ${x}% ${y}%, hsl(${other} 62% 74%), hsl(${hue} 42% 48%) 75%)`
}
