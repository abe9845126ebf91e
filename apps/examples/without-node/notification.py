"""Signs and checks the addresses of notifications: python3 notification.py sign <reference> <attempt> | check <url>"""
import base64, hashlib, hmac, json, os, sys, time
from urllib.parse import parse_qs, quote, urlsplit

SECRET = os.environ["IPN_SECRET"]
ENVIRONMENT = os.environ["PANE_ENVIRONMENT"]
if len(SECRET) < 32 or not ENVIRONMENT:  # with an empty secret anybody could sign
    sys.exit("IPN_SECRET or PANE_ENVIRONMENT is not set, or too short")
VALID_SECONDS = 730 * 86400  # a subscription needs 3650 days: its renewals come to this address too


def mac(reference, attempt, expiry):
    parts = ["cardpane notification 2", ENVIRONMENT, reference, attempt, expiry]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    digest = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def notification_url(ipn_url, reference, attempt):
    expiry = str(int(time.time()) + VALID_SECONDS)
    query = {"cp_ref": reference, "cp_att": attempt, "cp_exp": expiry, "cp_mac": mac(reference, attempt, expiry)}
    return ipn_url + "?" + "&".join(name + "=" + quote(value, safe="") for name, value in query.items())


def check(url):
    """Reference and attempt, or None: answer None with 400."""
    given = parse_qs(urlsplit(url).query)
    values = [given.get(name, []) for name in ("cp_ref", "cp_att", "cp_exp", "cp_mac")]
    if any(len(value) != 1 for value in values):
        return None
    reference, attempt, expiry, proof = (value[0] for value in values)
    if not hmac.compare_digest(mac(reference, attempt, expiry).encode(), proof.encode()):
        return None
    return (reference, attempt) if int(expiry) > time.time() else None


if __name__ == "__main__":
    if sys.argv[1] == "sign":
        print(notification_url(os.environ["IPN_URL"], sys.argv[2], sys.argv[3]))
    else:
        found = check(sys.argv[2])
        print("\n".join(found) if found else "refused")
