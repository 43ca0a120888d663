/** Words about allowances that are left. */
export const allowanceTexts = {
  'swap.allowances': 'Open approvals',
  'swap.allowanceLeft': '{amount} can still be taken',
  'swap.allowanceBy': 'by {spender}',
  'swap.revoke': 'Revoke',
  'swap.revokeOf': 'Revoke the approval of {token}',
  'swap.revoked': 'Approval revoked',
  'swap.revokeFailed': 'The approval is still there',
} as const
