import { domainToASCII } from 'node:url'

/** An address that mail can be sent to. */
export interface Email {
  /** As it was typed, with the domain as DNS has it. */
  readonly address: string
  /** What it is counted by: mail knows no case that matters. */
  readonly identity: string
}

const longest = 254
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}){0,31}$/
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Reads typed text as one address, or undefined; the result cannot begin a header or a second address (T46, T47). */
export function normalizeEmail(typed: string): Email | undefined {
  if (typed.length > longest * 4) return undefined
  const text = typed.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const typedDomain = text.slice(at + 1)
  // IDNA drops and joins characters; only those of host names are given to it.
  if (!localPart.test(local) || local.length > 64 || !/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(typedDomain))
    return undefined
  const domain = domainToASCII(typedDomain)
  const labels = domain.split('.')
  const isHost =
    labels.length >= 2 && labels.every(part => label.test(part)) && /[a-z]/.test(labels.at(-1) ?? '')
  const address = `${local}@${domain}`
  if (!isHost || address.length > longest) return undefined
  return { address, identity: address.toLowerCase() }
}
