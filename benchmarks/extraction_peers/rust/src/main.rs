//! An extractor in Rust as one process: a JSON line {"id", "path", "url"} in, {"id", "out", "err"} out.
//!
//!     sitedoor-extraction-peers rs-trafilatura|html-to-markdown
use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};

use html_to_markdown_rs::{ConversionOptions, PreprocessingOptions, PreprocessingPreset};
use serde_json::{Value, json};

type Extracted = Result<String, String>;

fn rs_trafilatura(page: &[u8], url: &str) -> Extracted {
    let options = rs_trafilatura::Options {
        url: Some(url.to_string()),
        output_markdown: true,
        include_links: true,
        include_tables: true,
        ..rs_trafilatura::Options::default()
    };
    let result = rs_trafilatura::extract_bytes_with_options(page, &options)
        .map_err(|error| error.to_string())?;
    Ok(result.content_markdown.unwrap_or(result.content_text))
}

fn html_to_markdown(page: &[u8], _url: &str) -> Extracted {
    let options = ConversionOptions {
        preprocessing: PreprocessingOptions {
            enabled: true,
            preset: PreprocessingPreset::Aggressive,
            ..PreprocessingOptions::default()
        },
        ..ConversionOptions::default()
    };
    let result = html_to_markdown_rs::convert(&String::from_utf8_lossy(page), options)
        .map_err(|error| error.to_string())?;
    Ok(result.content.unwrap_or_default())
}

fn answer(request: &Value, extract: fn(&[u8], &str) -> Extracted) -> Value {
    let path = request["path"].as_str().unwrap_or_default();
    let url = request["url"].as_str().unwrap_or_default();
    let extracted = std::fs::read(path)
        .map_err(|error| error.to_string())
        .and_then(|page| {
            panic::catch_unwind(AssertUnwindSafe(|| extract(&page, url)))
                .unwrap_or(Err("panic".to_string()))
        });
    match extracted {
        Ok(out) => json!({"id": request["id"], "out": out, "err": null}),
        Err(error) => json!({"id": request["id"], "out": "", "err": error}),
    }
}

fn main() -> io::Result<()> {
    let extract = match std::env::args().nth(1).as_deref() {
        Some("rs-trafilatura") => rs_trafilatura,
        Some("html-to-markdown") => html_to_markdown,
        _ => {
            return Err(io::Error::other(
                "usage: sitedoor-extraction-peers rs-trafilatura|html-to-markdown",
            ));
        }
    };
    let mut answers = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        writeln!(answers, "{}", answer(&request, extract))?;
        answers.flush()?;
    }
    Ok(())
}
