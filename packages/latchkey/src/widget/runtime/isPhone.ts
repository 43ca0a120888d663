/** Whether wallets are apps here rather than extensions; decides between the pairing list and the QR code. */
export function isPhone(): boolean {
  return /Android|iPhone|iPad|iPod/i.test(navigator.userAgent)
}
