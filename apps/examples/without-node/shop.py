"""A shop in Python alone, with SQLite: python3 shop.py. The rules are those of "PHP, Python, Go and others" in the docs."""
import html, json, math, os, re, sqlite3, time, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import Request, urlopen

from notification import check, notification_url

PORT = int(os.environ.get("PORT", "3000"))
SHOP = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")
AMOUNT, CURRENCY = 1250, "EUR"  # a real shop reads them from the order

# An attempt is open until something decides: then it is paid, failed, or returned (paid, and the money went back).
# One order has at most one attempt that is open or paid: the database itself refuses a second one.
SCHEMA = """
create table if not exists attempts (id text primary key, reference text, amount integer, currency text, state text, transaction_id text);
create unique index if not exists one_attempt on attempts (reference) where state in ('open', 'paid');
create table if not exists refunds (transaction_id text primary key, attempt text, amount integer);
"""


def database():
    connection = sqlite3.connect("shop.db", timeout=30)
    connection.executescript(SCHEMA)
    return connection


def begin(reference):
    """A new attempt, or None: another one is open or has paid."""
    attempt = str(uuid.uuid4())
    try:
        with database() as db:
            db.execute("insert into attempts values (?, ?, ?, ?, 'open', null)", (attempt, reference, AMOUNT, CURRENCY))
        return attempt
    except sqlite3.IntegrityError:
        return None


def minor(amount):
    """12.5 EUR as 1250; None for what is no amount. Currencies without cents need their own number of decimals."""
    return round(amount * 100) if isinstance(amount, (int, float)) and math.isfinite(amount) else None


def report(attempt, payment):
    """Writes down what the gateway says of an attempt. The same report again changes nothing."""
    price = payment.get("price") if isinstance(payment.get("price"), dict) else payment
    transaction = str(payment.get("transactionId"))
    status, mode, code = payment.get("status"), payment.get("mode"), str(payment.get("code") or "0")
    money = (minor(price.get("amount")), price.get("currency"))
    with database() as db:
        db.execute("begin immediate")
        row = db.execute("select amount, currency, state, transaction_id from attempts where id = ?", (attempt,)).fetchone()
        if row is None or mode == "test":  # no money moved
            return
        amount, currency, state, paid_by = row
        if mode in ("refund", "void", "credit") or str(mode).startswith("chargeback"):
            if status != "success" or state != "paid" or money[0] is None:
                return
            db.execute("insert or ignore into refunds values (?, ?, ?)", (transaction, attempt, money[0]))
            (back,) = db.execute("select sum(amount) from refunds where attempt = ?", (attempt,)).fetchone()
            if back >= amount:
                db.execute("update attempts set state = 'returned' where id = ?", (attempt,))
        elif state == "open" and status == "success" and mode == "sale" and code == "0" and money == (amount, currency):
            db.execute("update attempts set state = 'paid', transaction_id = ? where id = ?", (transaction, attempt))
        elif state == "open" and status == "fail":
            db.execute("update attempts set state = 'failed' where id = ?", (attempt,))


def pay(form, request):
    """Pays the order of a form. Returns the address of the shopper's next page."""
    reference = form.get("order", "")
    result = f"/result?order={quote(reference, safe='')}"
    if not re.fullmatch(r"[0-9a-f-]{36}", reference):  # a real shop checks whose the order is
        return "/"
    try:
        card = json.loads(form.get("payment", "null"))
        token, device = card["token"], card["device"]
        consumer = {
            "externalId": "customer-7",
            "email": "ada@shop.example",
            "ip": request.client_address[0],
            "userAgent": request.headers.get("User-Agent", "")[:255],
            "browserAcceptHeader": request.headers.get("Accept", "*/*"),
            "browserJavaEnabled": device["browserJavaEnabled"],
            "browserLanguage": device["browserLanguage"][:8].rstrip("-"),
            "browserColorDepth": max(depth for depth in (1, 4, 8, 15, 16, 24, 32, 48) if depth <= device["browserColorDepth"]),
            "browserScreenHeight": device["browserScreenHeight"],
            "browserScreenWidth": device["browserScreenWidth"],
            "browserTimezone": str(device["browserTimezone"]),
        }
    except (AttributeError, KeyError, TypeError, ValueError):
        return "/?declined="  # no token: a browser without the pane, or a copied request
    attempt = begin(reference)
    if attempt is None:
        return result
    # From here on the attempt is open until something decides. One that stays open is for a person, who looks into the gateway.
    body = {
        "paymentSource": {"type": "token", "value": token, "3ds": True},
        "sku": {"siteId": os.environ["SITE_ID"], "price": [{"amount": AMOUNT / 100, "currency": CURRENCY}]},
        "consumer": consumer,
        "url": {"ipnUrl": notification_url(SHOP + "/ipn", reference, attempt), "redirectUrl": SHOP + result},
    }
    headers = {"Authorization": os.environ["GATEWAY_API_KEY"], "X-Request-ID": attempt, "Content-Type": "application/json"}
    call = Request(os.environ["GATEWAY_URL"] + "/payment", json.dumps(body).encode(), headers)
    try:
        with urlopen(call, timeout=80) as response:
            payment = json.load(response)["payment"]
    except HTTPError as error:
        if not 400 <= error.code < 500 or error.code in (408, 409, 499):
            return result  # unknown: the notification decides
        payment = read(error.read()).get("payment")
        if payment is None:  # refused: nothing moved
            with database() as db:
                db.execute("update attempts set state = 'failed' where id = ?", (attempt,))
            return "/?declined="
    except (OSError, ValueError, KeyError, TypeError):
        return result  # unknown: maybe charged
    report(attempt, payment)
    if payment.get("status") == "pending" and payment.get("action") == "redirect":
        return payment["url"]  # 3D Secure
    if payment.get("status") == "fail":
        return f"/?order={quote(reference, safe='')}&declined={quote(str(payment.get('code') or ''), safe='')}"
    return result


def read(text):
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def state_of(reference):
    with database() as db:
        rows = db.execute("select state from attempts where reference = ?", (reference,)).fetchall()
    states = {state for (state,) in rows}
    return next((state for state in ("paid", "open", "returned", "failed") if state in states), None)


def page(content):
    pane, environment = os.environ["PANE_HOST"], os.environ["PANE_ENVIRONMENT"]
    manifest = json.load(urlopen(pane + "/manifest.json"))
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
<link rel="icon" href="data:,">
<script src="{pane}{manifest['script']}" integrity="{manifest['integrity']}" crossorigin="anonymous"></script>
{content.replace("ENVIRONMENT", environment)}"""


def form_page(query):
    order = query.get("order") or str(uuid.uuid4())  # a real shop makes it from the basket
    declined = query.get("declined")
    decline = f' decline="{declined}"' if declined and declined.isdigit() else ""
    problem = '<p role="alert">The payment was not made. Enter the card again.</p>' if declined == "" else ""
    return page(f"""{problem}<form method="post" action="/pay">
<input type="hidden" name="order" value="{html.escape(order)}">
<card-pane name="payment" environment="ENVIRONMENT" fields="cardholder number expiry cvv"{decline}></card-pane>
<button>Pay 12.50 EUR</button></form>""")


def result_page(reference):
    """The address proves nothing: the notification decides, and mostly has come."""
    for _ in range(50):
        state = state_of(reference)
        if state != "open":
            break
        time.sleep(0.1)
    text = {"paid": "Paid. Thank you!", "failed": "The payment was not made."}.get(state, "We will tell you by mail whether you have paid.")
    return page(f'<p role="status">{text}</p><a href="/">Another payment</a>')


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
        if url.path == "/":
            return self.answer(200, form_page(query))
        if url.path == "/result":
            return self.answer(200, result_page(query.get("order", "")))
        if url.path.startswith("/orders/"):  # for certify; a real shop tells it to the order's shopper only
            money = {"paid": state_of(url.path[8:]) == "paid", "amountMinor": AMOUNT, "currency": CURRENCY}
            return self.answer(200, json.dumps(money), "application/json")
        return self.answer(404, "Not found")

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > 65536:
            self.close_connection = True
            return self.answer(413, "Too long")
        text = self.rfile.read(length).decode("utf-8", "replace")
        if self.path == "/pay":
            form = {name: values[0] for name, values in parse_qs(text).items()}
            return self.answer(303, "", location=pay(form, self))
        found = check(self.path) if self.path.startswith("/ipn?") else None
        if found is None:
            return self.answer(400, "")
        payment = read(text).get("payment")
        if isinstance(payment, dict):
            report(found[1], payment)  # an error of the database answers 500: the gateway repeats
        return self.answer(200, "")

    def answer(self, status, text, kind="text/html", location=None):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if location:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(body)

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (KeyError, TypeError, AttributeError, ValueError, sqlite3.Error) as error:
            print(repr(error), flush=True)
            self.close_connection = True
            self.answer(500, "Not done")

    def log_message(self, *_):
        pass  # a log of addresses would hold notification URLs


server = ThreadingHTTPServer(("0.0.0.0", PORT), Shop)
print(f"The shop is at {SHOP}", flush=True)
server.serve_forever()
