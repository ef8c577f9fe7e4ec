/** Whether a form's field holds a secret by its name: a password, an access token or a provider's key. */
export function isSecretField(name: string): boolean {
  return /password|passphrase|secret|token|api_?key/i.test(name);
}
