/** The form of an address, as far as it can be told without sending to it (RFC 5321's lengths). */
const form = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[a-z\d](?:[-a-z\d]{0,61}[a-z\d])?\.){1,8}[a-z]{2,63}$/i

/** Whether a text without blanks around it may be an email address (SPEC §5 "Email"). */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && form.test(text)
}
