"""Pages whose reading is measured: the same HTML each time, without scripts, styles or files of their own."""

from __future__ import annotations

import html

TABLE_ROWS = 500
LINKS = 300
LARGE_NODES = 20_000

_CUSTOMERS = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth")
_COUNTRIES = ("Austria", "Belgium", "Denmark", "Finland", "France", "Germany", "Ireland", "Italy", "Portugal", "Spain")
_SUBJECTS = ("rivers", "bridges", "orchards", "harbours", "railways", "lighthouses", "markets", "libraries")


def form_page() -> str:
    """A checkout form: about 30 fields of every kind, with labels, groups and a few links."""
    text_fields = "".join(
        f'<p><label for="{name}">{label}</label> <input id="{name}" name="{name}" type="{kind}"{more}></p>'
        for name, label, kind, more in (
            ("first", "First name", "text", " required"),
            ("last", "Last name", "text", " required"),
            ("email", "E-mail address", "email", ' value="ada@example.com"'),
            ("phone", "Telephone", "tel", ' placeholder="+43 1 2345"'),
            ("street", "Street and number", "text", ""),
            ("city", "City", "text", ' value="Vienna"'),
            ("code", "Postal code", "text", ""),
            ("birth", "Date of birth", "date", ""),
            ("password", "Password", "password", ' value="correct horse"'),
            ("card", "Card number", "text", ' autocomplete="cc-number"'),
            ("amount", "Amount", "number", ' value="2" min="1" max="9"'),
            ("site", "Web site", "url", ""),
        )
    )
    countries = "".join(f"<option>{country}</option>" for country in _COUNTRIES)
    deliveries = "".join(
        f'<label><input type="radio" name="delivery" value="{value}"> {label}</label>'
        for value, label in (("post", "By post"), ("courier", "By courier"), ("shop", "Collect in the shop"))
    )
    wishes = "".join(
        f'<label><input type="checkbox" name="{name}"> {label}</label>'
        for name, label in (("gift", "Wrap as a gift"), ("news", "Send me news"), ("terms", "I accept the terms"))
    )
    return _document(
        "Checkout",
        f"""<header><a href="/">Shop</a> <nav aria-label="Main"><ul><li><a href="/shoes">Shoes</a></li>
<li><a href="/bags">Bags</a></li><li><a href="https://help.example.net/">Help</a></li></ul></nav></header>
<main><h1>Checkout</h1><p>Fields with a star are needed. By ordering you accept our <a href="/terms">terms</a>.</p>
<form action="/order" method="post">{text_fields}
<p><label for="country">Country</label> <select id="country">{countries}</select></p>
<fieldset><legend>Delivery</legend>{deliveries}</fieldset><fieldset><legend>Wishes</legend>{wishes}</fieldset>
<p><label for="notes">Notes</label> <textarea id="notes">Ring twice</textarea></p>
<p><button type="button">Back</button> <button type="submit">Place order</button> <button disabled>Pay</button></p>
</form></main><footer><p>Shop of examples</p><a href="/imprint">Imprint</a></footer>""",
    )


def table_page(rows: int = TABLE_ROWS) -> str:
    """Orders in a table: number, customer, total, state and a button to each."""
    body = "".join(
        f"<tr><td>{1042 + row}</td><td>{_CUSTOMERS[row % len(_CUSTOMERS)]}</td><td>{(row * 37) % 500 + 0.5:.2f}</td>"
        f'<td>{"open" if row % 3 else "shipped"}</td><td><button type="button">View</button></td></tr>'
        for row in range(rows)
    )
    return _document(
        "Orders",
        f"""<header><nav><a href="/orders">Orders</a> <a href="/customers">Customers</a></nav></header>
<main><h1>Open orders</h1><p><label>Filter <input type="search" placeholder="Order no."></label></p>
<table><caption>Orders</caption><thead><tr><th>No.</th><th>Customer</th><th>Total</th><th>State</th><th>Action</th></tr>
</thead><tbody>{body}</tbody></table></main>""",
    )


def links_page(links: int = LINKS) -> str:
    """A directory: links in sections of 30, each with a heading."""
    sections = "".join(
        f"<section><h2>{_SUBJECTS[start // 30 % len(_SUBJECTS)].title()} {start // 30 + 1}</h2><ul>"
        + "".join(
            f'<li><a href="/{_SUBJECTS[link % len(_SUBJECTS)]}/{link}">'
            f"All about {_SUBJECTS[link % len(_SUBJECTS)]}, part {link + 1}</a></li>"
            for link in range(start, min(start + 30, links))
        )
        + "</ul></section>"
        for start in range(0, links, 30)
    )
    return _document("Directory", f"<main><h1>Directory</h1>{sections}</main>")


def large_page(nodes: int = LARGE_NODES) -> str:
    """A long page of articles with paragraphs, links, lists and buttons: about this many elements and texts."""
    article = (
        '<article><h2>{title}</h2><p>The {subject} of <b>{country}</b> are well known, see <a href="/a/{number}">part '
        "{number}</a> for more.</p><ul><li>First of the {subject}</li><li><span>Second</span> of them</li></ul>"
        "<div><span>{number} views</span> <button>Like</button> <button>Share</button></div></article>"
    )
    # An article is 12 elements and 14 texts.
    articles = "".join(
        article.format(
            title=f"{_SUBJECTS[number % len(_SUBJECTS)].title()}, number {number}",
            subject=_SUBJECTS[number % len(_SUBJECTS)],
            country=_COUNTRIES[number % len(_COUNTRIES)],
            number=number,
        )
        for number in range(nodes // 26)
    )
    return _document("Articles", f"<main><h1>Articles</h1>{articles}</main>")


PAGES = {"form": form_page, "table": table_page, "links": links_page, "large": large_page}


def _document(title: str, body: str) -> str:
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title>'
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head><body>{body}</body></html>'
