// npm run vapid-keys: generates a key pair for notifications (RFC 8292). Nothing is stored.
const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
const point = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey));
const { d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
console.log(`VAPID_PUBLIC_KEY   ${point.toString("base64url")}\nVAPID_PRIVATE_KEY  ${d}`);
